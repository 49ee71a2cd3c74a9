import { Suspense } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { parseListing } from '#contract/items/listing.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';

/** Server-rendered; works as a plain form until its script has loaded. */
const SearchBox = lazyHydrated(
	async () => (await import('#web/features/items/listing/search-box.tsx')).SearchBox,
);

/** The header's search: opens the listing of all items, and shows the search text while a listing is open. */
export function MarketSearch() {
	const navigate = useNavigate();
	const [params] = useSearchParams();
	const isListing = useMatch(PAGES.category) !== null;

	function search(query: string) {
		// Blur the field, because the listing's heading takes the focus only if no field has it.
		if (!isListing) document.querySelector<HTMLElement>(':focus')?.blur();
		void navigate(categoryPath(ALL_CATEGORIES, query));
	}

	return (
		<div className="mr-auto min-w-24 max-w-[32.5rem] flex-1 tablet:ml-6">
			<Suspense fallback={<div className="h-11 rounded-field bg-sunken" />}>
				<SearchBox
					look="header"
					label="Search the market"
					placeholder="Search the market"
					query={isListing ? parseListing(params).params.q : ''}
					onSearch={search}
				/>
			</Suspense>
		</div>
	);
}
