import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { LISTING_TABS } from '#contract/item-facts.ts';
import { readListing } from '#contract/listing.ts';
import { PAGES } from '#contract/pages.ts';
import { SearchBox } from '#web/features/items/search-box.tsx';
import { categoryPath } from '#web/lib/paths.ts';

/** The header's search: leads to the listing of everything, and keeps the words while a listing is open. */
export function MarketSearch() {
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const isListing = useMatch(PAGES.category) !== null;

	return (
		<div className="mr-auto min-w-24 max-w-[32.5rem] flex-1 tablet:ml-6">
			<SearchBox
				look="header"
				label="Search the market"
				placeholder="Search books, drafters, cycles"
				words={isListing ? readListing(search).choices.q : ''}
				onSearch={(words) => void navigate(categoryPath(LISTING_TABS[0], words))}
			/>
		</div>
	);
}
