import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
	isLoading: boolean;
	/** The error of the last attempt; after one, only the button retries. */
	failure: string | undefined;
	onLoad: () => void;
	/** Whether to load when scrolled near; true by default. */
	isAutomatic?: boolean;
}

/** The end of a list with further pages: loads the next one when scrolled near, or by its button. */
export function LoadMore({ isLoading, failure, onLoad, isAutomatic = true }: LoadMoreProps) {
	const end = useRef<HTMLDivElement>(null);
	const load = useRef(onLoad);
	const mayLoad = isAutomatic && !isLoading && failure === undefined;

	useEffect(() => {
		load.current = onLoad;
	});

	useEffect(() => {
		if (!end.current || !mayLoad) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) load.current();
			},
			{ rootMargin: '0px 0px 1000px 0px' },
		);
		observer.observe(end.current);
		return () => observer.disconnect();
	}, [mayLoad]);

	return (
		<div ref={end} className="mt-8 grid justify-items-center gap-4">
			{failure !== undefined && !isLoading && (
				<p role="alert" className="text-center text-bad">
					{failure}
				</p>
			)}
			<Button busy={isLoading} onClick={onLoad} className="w-full max-w-48">
				Show more
			</Button>
		</div>
	);
}
