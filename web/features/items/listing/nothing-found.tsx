import type { ReactNode } from 'react';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import {
	type ListingParams,
	listingTitle,
	NO_FILTERS,
	serializeListing,
} from '#contract/items/listing.ts';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import type { Item } from '#contract/items/schemas.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { TellMe } from '#web/features/searches/tell-me.tsx';
import { actionPath, categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { askPath } from '#web/lib/wanted-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusPageHeading } from '#web/ui/focus-page.ts';
import { type ChosenFilter, chosenFilters } from './chosen-filters.ts';
import { NearestMatches } from './nearest-matches.tsx';

export interface NothingFoundProps {
	category: string;
	choices: ListingParams;
	/** The items with most of the words of the search. */
	closest: readonly Item[] | undefined;
	onChange: (change: Partial<ListingParams>) => void;
}

/** Explains an empty listing and offers next steps. */
export function NothingFound({ category, choices, closest = [], ...props }: NothingFoundProps) {
	const { q, view } = choices;
	const filters = chosenFilters(choices);
	const isFiltered = filters.length > 0;
	const isAllCategories = category === ALL_CATEGORIES;
	const categories = useCategories();
	const isKnown = isAllCategories || categories.some(({ name }) => name === category);

	function onChange(change: Partial<ListingParams>) {
		focusPageHeading();
		props.onChange(change);
	}

	if (!isKnown) return <NoSuchCategory />;
	const tellMe = <TellMe category={category} choices={choices} size="normal" />;
	if (q === '' && !isFiltered) return <NoItemsYet tellMe={tellMe} />;
	const actions = (
		<>
			{q !== '' && (
				<Button variant="main" onClick={() => onChange({ q: '' })}>
					Clear search
				</Button>
			)}
			<FilterRemovers filters={filters} onChange={onChange} />
			{q !== '' && !isAllCategories && (
				<ButtonLink to={`${categoryPath()}${queryStringOf(choices)}`}>
					Search all categories
				</ButtonLink>
			)}
			{tellMe}
			<AskLink q={q} category={isAllCategories ? '' : category} />
			<ButtonLink to={categoryPath(category)}>
				{isAllCategories ? 'Browse everything' : `Browse ${listingTitle(category)}`}
			</ButtonLink>
		</>
	);
	if (closest.length > 0) {
		return (
			<>
				<h2 className="text-2xl">No products found</h2>
				<p className="mt-1 text-ink-soft">
					<NoMatchesText q={q} isFiltered={isFiltered} />
				</p>
				<NearestMatches items={closest} view={view} />
				<div className="mt-8 flex flex-wrap gap-3">{actions}</div>
			</>
		);
	}
	return (
		<EmptyState title="No products found" action={actions}>
			{q === '' ? (
				<NoFilterMatchesText count={filters.length} />
			) : (
				<>
					<NoMatchesText q={q} isFiltered={isFiltered} /> Try fewer or different words.
				</>
			)}
		</EmptyState>
	);
}

/** A button to remove each filter, and one for all of them. */
function FilterRemovers({
	filters,
	onChange,
}: {
	filters: readonly ChosenFilter[];
	onChange: (change: Partial<ListingParams>) => void;
}) {
	return (
		<>
			{filters.map(({ label, change }) => (
				<Button key={label} onClick={() => onChange(change)}>
					Take off {label}
				</Button>
			))}
			{filters.length > 1 && <Button onClick={() => onChange(NO_FILTERS)}>Clear filters</Button>}
		</>
	);
}

function NoFilterMatchesText({ count }: { count: number }) {
	return `Nothing on sale here matches ${count === 1 ? 'this filter' : 'all of these filters'}.`;
}

/** A link to the form for a wanted post, prefilled with the search words. */
function AskLink({ q, category }: { q: string; category: string }) {
	const { hasToken } = useSession();
	if (q === '') return null;
	return <ButtonLink to={actionPath(askPath(q, category), hasToken)}>Ask for it</ButtonLink>;
}

function NoMatchesText({ q, isFiltered }: { q: string; isFiltered: boolean }) {
	return (
		<span className="wrap-anywhere">
			{`Nothing on sale matches “${q}” here${isFiltered ? ' with these filters' : ''}.`}
		</span>
	);
}

/** The query string of a listing's first page. */
function queryStringOf(choices: ListingParams): string {
	return `?${new URLSearchParams(serializeListing({ ...choices, pages: 1 }))}`;
}

function NoSuchCategory() {
	return (
		<EmptyState
			title="No products found"
			action={
				<ButtonLink variant="main" to={categoryPath()}>
					See everything on sale
				</ButtonLink>
			}
		>
			{LISTING_MESSAGES.noCategory}
		</EmptyState>
	);
}

function NoItemsYet({ tellMe }: { tellMe: ReactNode }) {
	const { hasToken } = useSession();
	return (
		<EmptyState
			title="No products found"
			action={
				<>
					<ButtonLink variant="main" to={actionPath(PAGES.post, hasToken)}>
						Sell something
					</ButtonLink>
					{tellMe}
				</>
			}
		>
			What students put on sale will show up here.
		</EmptyState>
	);
}
