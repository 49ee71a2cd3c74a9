import { Suspense, useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import {
	type ListingParams,
	listingPageTitle,
	listingTitle,
	normalizeCategory,
	parseListing,
	searchTitle,
} from '#contract/items/listing.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { Listing } from './listing.tsx';
import { ListingTools } from './listing-tools.tsx';
import { targetWith } from './listing-url.ts';

/** Rarely needed: most addresses are valid. */
const InvalidFiltersNotice = lazyOptional(
	async () => (await import('./invalid-filters-notice.tsx')).InvalidFiltersNotice,
);

export function CategoryPage() {
	const { category: name = ALL_CATEGORIES } = useParams();
	const category = normalizeCategory(name, useCategories());
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const { params: choices, warnings: faults } = parseListing(search);

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

	/** Searching for a title of another category searches all categories. */
	function handleSearch(q: string, from?: string) {
		const isOtherCategory = from && category !== ALL_CATEGORIES && category !== from;
		if (isOtherCategory) void navigate(categoryPath(ALL_CATEGORIES, q));
		else updateFilters({ q });
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
			<ListingTools choices={choices} onChange={updateFilters} onSearch={handleSearch} />
			{faults.length > 0 && (
				<Suspense>
					<InvalidFiltersNotice problems={faults} onDismiss={() => updateFilters({})} />
				</Suspense>
			)}
			<Listing category={category} choices={choices} onChange={updateFilters} />
		</div>
	);
}
