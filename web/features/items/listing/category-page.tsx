import { Suspense, useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { pick } from '#contract/core/pick.ts';
import {
	type ListingParams,
	listingPageTitle,
	listingTitle,
	normalizeCategory,
	searchTitle,
} from '#contract/items/listing.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { LazyFilterColumn } from './lazy-filter-column.tsx';
import { Listing } from './listing.tsx';
import { ListingTools } from './listing-tools.tsx';
import { targetWith } from './listing-url.ts';
import { useListingParams } from './use-listing-params.ts';

/** Rarely needed: most addresses are valid. */
const InvalidFiltersNotice = lazyOptional(
	async () => (await import('./invalid-filters-notice.tsx')).InvalidFiltersNotice,
);

/** The page of a category, or of all items: tabs, search, filters and the listing. */
export function CategoryPage() {
	const { category: name = ALL_CATEGORIES } = useParams();
	const category = normalizeCategory(name, useCategories());
	const navigate = useNavigate();
	const filterColumn = useRef<HTMLElement>(null);
	const [search] = useSearchParams();
	const { params: choices, warnings, isPending } = useListingParams(search);

	// Corrects the spelling of the category in the address.
	useEffect(() => {
		const { search, hash } = window.location;
		if (category !== name) {
			void navigate({ pathname: categoryPath(category), search, hash }, { replace: true });
		}
	}, [category, name, navigate]);

	function updateFilters(change: Partial<ListingParams>) {
		void navigate(targetWith(change), { replace: true });
	}

	/** A suggested title of another category is searched in all categories, with the same filters. */
	function handleSearch(q: string, suggestedCategory = category) {
		if (suggestedCategory === category || category === ALL_CATEGORIES) updateFilters({ q });
		else void navigate({ ...targetWith({ q }), pathname: categoryPath() });
	}

	return (
		<div className="wrap pt-6">
			<PageHeading
				focusKey="listing"
				title={listingPageTitle(category, choices.q)}
				className="truncate"
			>
				{choices.q ? searchTitle(choices.q) : listingTitle(category)}
			</PageHeading>
			<CategoryTabs category={category} choices={choices} />
			<div className="wide:grid wide:grid-cols-[15.625rem_minmax(0,1fr)] wide:gap-x-8 wide:[--card-columns:3]">
				<LazyFilterColumn
					ref={filterColumn}
					category={category}
					choices={choices}
					onChange={updateFilters}
				/>
				<div className="min-w-0">
					<ListingTools
						category={category}
						choices={choices}
						onChange={updateFilters}
						onSearch={handleSearch}
						filterColumn={filterColumn}
					/>
					{warnings.length > 0 && (
						<Suspense>
							<InvalidFiltersNotice
								warnings={warnings}
								// Writes the known codes into the address. Other invalid filters are left out of every new address.
								onDismiss={() => updateFilters(pick(choices, ['subject', 'branch']))}
							/>
						</Suspense>
					)}
					<Listing
						category={category}
						choices={choices}
						isPending={isPending}
						onChange={updateFilters}
					/>
				</div>
			</div>
		</div>
	);
}
