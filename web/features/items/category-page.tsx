import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type Category, LISTING_TABS } from '#contract/item-facts.ts';
import { type ListingChoices, listingTitle, readListing } from '#contract/listing.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { AddressNote } from './address-note.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { Listing } from './listing.tsx';
import { placeWith } from './listing-place.ts';
import { ListingTools } from './listing-tools.tsx';

export function CategoryPage() {
	const { category = LISTING_TABS[0] } = useParams();
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const { choices, faults } = readListing(search);

	function choose(change: Partial<ListingChoices>) {
		void navigate(placeWith(change), { replace: true });
	}

	/** A title of another category is looked for in all of them. */
	function handleSearch(q: string, from?: Category) {
		const isElsewhere = from && category !== LISTING_TABS[0] && category !== from;
		if (isElsewhere) void navigate(categoryPath(LISTING_TABS[0], q));
		else choose({ q });
	}

	return (
		<div className="wrap pt-6">
			<PageHeading
				place="listing"
				title={listingTitle(category)}
				className="text-2xl tablet:text-3xl"
			>
				{listingTitle(category)}
			</PageHeading>
			<CategoryTabs category={category} choices={choices} />
			<ListingTools choices={choices} onChange={choose} onSearch={handleSearch} />
			<AddressNote faults={faults} onDismiss={() => choose({})} />
			<Listing category={category} choices={choices} onChange={choose} />
		</div>
	);
}
