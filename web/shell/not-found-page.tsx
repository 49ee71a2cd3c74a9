import { useNavigate } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { LostPageArt } from '#web/ui/art/lost-page-art.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** @param props.home where one begins again: the market and the back-office have their own */
export function NotFoundPage({ home = PAGES.home }: { home?: string }) {
	const navigate = useNavigate();

	return (
		<div className="wrap grid justify-items-center gap-3 py-16 text-center">
			<LostPageArt className="h-40 w-56" />
			<PageHeading className="mt-2">Page Not Found</PageHeading>
			<p className="max-w-[40ch] text-ink-soft">This page has been removed, or it never existed.</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				<ButtonLink variant="main" to={home}>
					Go Home
				</ButtonLink>
				<Button onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(home))}>
					Go Back
				</Button>
			</div>
		</div>
	);
}
