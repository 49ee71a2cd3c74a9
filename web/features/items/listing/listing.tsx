import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	LISTING_FILTER_NAMES,
	type ListingParams,
	listingFilters,
	serializeListing,
	type View,
} from '#contract/items/listing.ts';
import { listingPagesQuery } from '#web/features/items/queries.ts';
import type { TellMeProps } from '#web/features/searches/tell-me.tsx';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { focusPageHeading } from '#web/ui/focus-page.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Link } from '#web/ui/link.tsx';
import { ItemGridSkeleton } from './item-grid.tsx';
import { ListingItems } from './listing-items.tsx';
import { usePagesInUrl, useRestorePages } from './listing-url.ts';
import { useRenderedCount } from './use-rendered-count.ts';

/** Loads after the page, because it is below the first screen. */
const LoadMore = lazyOptional(async () => (await import('#web/ui/load-more.tsx')).LoadMore);
/** Only for listings with search words or filters. */
const TellMe = lazyOptional(
	async () => (await import('#web/features/searches/tell-me.tsx')).TellMe,
);
/** Rarely needed. */
const NothingFound = lazyOptional(async () => (await import('./nothing-found.tsx')).NothingFound);

const SKELETONS = 8;
/** After this many pages only the button loads more, so that the end of the page can be reached. */
const AUTO_LOADED_PAGES = 6;

export interface ListingProps {
	category: string;
	choices: ListingParams;
	/** True until the choices are known to be valid. */
	isPending: boolean;
	onChange: (change: Partial<ListingParams>) => void;
}

/** The items of a category page with their number, or what to do if there are none. */
export function Listing({ category, choices, isPending, onChange }: ListingProps) {
	const { view } = choices;
	const isNarrowed = ['q' as const, ...LISTING_FILTER_NAMES].some((name) => choices[name] !== '');
	const listing = useInfiniteQuery({
		...listingPagesQuery(listingFilters(category, choices)),
		enabled: !isPending,
	});
	const failure = errorMessageFor(listing.error, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection);
	const loadedPages = listing.isPlaceholderData ? 0 : (listing.data?.pages.length ?? 0);
	useRestorePages(listing, loadedPages, choices.pages);
	usePagesInUrl(loadedPages);
	const renderedCount = useRenderedCount();

	if (listing.isPending) return <ListingSkeleton isNarrowed={isNarrowed} view={view} />;
	if (listing.isError && !listing.data) {
		return <ErrorState error={listing.error} message={failure} onRetry={() => listing.refetch()} />;
	}

	const [firstPage] = listing.data.pages;
	const items = listing.data.pages.flatMap((page) => page.items);
	const corrected = firstPage?.didYouMean;
	return (
		<section aria-labelledby="products-title">
			<h2 id="products-title" className="sr-only">
				Products
			</h2>
			<CountRow total={firstPage?.total} isNarrowed={isNarrowed}>
				{items.length > 0 && (
					<MemoizedTellMe category={category} choices={choices} corrected={corrected} />
				)}
			</CountRow>
			<CorrectedSearch words={corrected} choices={choices} />
			{items.length === 0 ? (
				<Suspense fallback={<div className="min-h-dvh" />}>
					<NothingFound
						category={category}
						choices={choices}
						closest={firstPage?.nearest}
						onChange={onChange}
					/>
				</Suspense>
			) : (
				<ListingItems
					items={items.slice(0, renderedCount)}
					view={view}
					isOfSemester={isOfSemester(choices)}
					isStale={listing.isPlaceholderData}
					skeletonCount={
						listing.isFetchingNextPage ? nextSkeletonCount(firstPage?.total, items.length) : 0
					}
				/>
			)}
			{renderedCount === undefined && listing.hasNextPage && (
				<Suspense fallback={<div className="h-19" />}>
					<LoadMore
						list={listing}
						failure={failure}
						isAutomatic={loadedPages >= choices.pages && loadedPages < AUTO_LOADED_PAGES}
					/>
				</Suspense>
			)}
		</section>
	);
}

/** Placeholders below a margin with the height of the count, which later appears above the items. */
function ListingSkeleton({ isNarrowed, view }: { isNarrowed: boolean; view: View }) {
	return (
		<div className={isNarrowed ? 'mt-26 tablet:mt-15' : 'mt-13'}>
			<ItemGridSkeleton cards={SKELETONS} view={view} />
		</div>
	);
}

interface CountRowProps {
	/** The number of items; '1000+' if there are more. */
	total: number | string | undefined;
	/** Whether the listing has search words or filters; then the row reserves space for the button to save the search. */
	isNarrowed: boolean;
	children: ReactNode;
}

function CountRow({ total, isNarrowed, children }: CountRowProps) {
	return (
		<div
			className={`mt-1 items-center justify-between tablet:flex ${isNarrowed ? 'mb-3' : 'mb-1'}`}
		>
			<p role="status" className="py-3 text-sm text-ink-soft">
				{countLabel(total)}
			</p>
			{isNarrowed && <div className="h-11">{children}</div>}
		</div>
	);
}

/**
 * `memo` prevents rendering the button again with the listing. Before the button's script has loaded, such a render
 * would make React discard the server's button, and a press on it would be lost.
 */
const MemoizedTellMe = memo(function MemoizedTellMe({
	category,
	choices,
	corrected = choices.q,
}: TellMeProps & { corrected: string | undefined }) {
	return (
		<Suspense>
			<TellMe category={category} choices={{ ...choices, q: corrected }} />
		</Suspense>
	);
});

function isOfSemester({ semester, subject }: ListingParams): boolean {
	return semester !== '' && subject === '';
}

/** Says that the items are matches of a corrected spelling, if they are, with the way back. */
function CorrectedSearch({
	words,
	choices,
}: {
	words: string | undefined;
	choices: ListingParams;
}) {
	if (words === undefined) return null;
	const back = serializeListing({ ...choices, exact: 'true', pages: 1 });
	return (
		<p className="mb-4 wrap-anywhere">
			Showing <strong>{words}</strong>.{' '}
			<Link
				to={`?${new URLSearchParams(back)}`}
				onClick={focusPageHeading}
				className="inline-block py-2.5 font-semibold text-link underline underline-offset-4"
			>
				{`Search ${choices.q} instead`}
			</Link>
		</p>
	);
}

function countLabel(total: number | string = 0): string {
	return `${total} product${total === 1 ? '' : 's'} available`;
}

/** The number of items that the next page may contain. */
function nextSkeletonCount(total: number | string | undefined, shown: number): number {
	return typeof total === 'number' ? Math.max(0, Math.min(SKELETONS, total - shown)) : SKELETONS;
}
