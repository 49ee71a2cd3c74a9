import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
	/** The infinite query of the list, or an object with the same interface. */
	list: { isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown };
	/** The error message when the next page could not be loaded. Needed for a list that can fail. */
	failure?: string;
	/** Whether to load when the user scrolls near; true by default. After a failure, only the button loads. */
	isAutomatic?: boolean;
}

/**
 * The end of a list that has a next page. Loads that page when the user scrolls near, or presses the button. Render it
 * only if there is a next page.
 */
export function LoadMore({ list, failure, isAutomatic = true }: LoadMoreProps) {
	const end = useRef<HTMLDivElement>(null);
	const load = useRef(list.fetchNextPage);
	// Busy also during a refetch of the list, which the request for another page would cancel.
	const isBusy = list.isFetching;
	const mayLoad = isAutomatic && !isBusy && !list.isFetchNextPageError;

	useEffect(() => {
		load.current = list.fetchNextPage;
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
			{list.isFetchNextPageError && !isBusy && (
				<p role="alert" className="text-center text-bad">
					{failure}
				</p>
			)}
			<Button busy={isBusy} onClick={() => void list.fetchNextPage()} className="w-full max-w-48">
				Show more
			</Button>
		</div>
	);
}
