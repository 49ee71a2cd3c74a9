import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { categoryPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** A back button over the photo on phones: to the previous page of this site, else to the item's category. */
export function GalleryBack({ category }: { category: string }) {
	const navigate = useNavigate();

	function goBack(event: MouseEvent) {
		// `idx` is the router's position in its history; 0 means there is no previous page of this site.
		if (!window.history.state?.idx || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		void navigate(-1);
	}

	return (
		<Link
			to={categoryPath(category)}
			onClick={goBack}
			aria-label="Back"
			className="absolute top-2 left-2 grid size-11 place-items-center rounded-full bg-surface/90 hover:bg-surface -outline-offset-2 tablet:hidden"
		>
			<ArrowLeft aria-hidden="true" className="size-6" />
		</Link>
	);
}
