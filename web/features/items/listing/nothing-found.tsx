import type { ReactNode } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { CATEGORIES, LISTING_TABS } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/items.ts';
import {
	LISTING_MESSAGES,
	type ListingParams,
	listingTitle,
	serializeListing,
} from '#contract/items/listing.ts';
import { actionPath, categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { NearestMatches } from './nearest-matches.tsx';

export interface NothingFoundProps {
	category: string;
	choices: ListingParams;
	/** Near matches and a spelling suggestion from the server. */
	alternatives:
		| { nearest?: readonly Item[] | undefined; didYouMean?: string | undefined }
		| undefined;
	onChange: (change: Partial<ListingParams>) => void;
}

/** Explains an empty listing and offers next steps. */
export function NothingFound({ category, choices, alternatives, onChange }: NothingFoundProps) {
	const { q, minPrice, maxPrice, view } = choices;
	const hasPrices = minPrice !== '' || maxPrice !== '';
	const isAllCategories = category === LISTING_TABS[0];
	const isKnown = isAllCategories || CATEGORIES.some((known) => known === category);

	if (!isKnown) return <NoSuchCategory />;
	if (q === '' && !hasPrices) return <NoItemsYet />;
	return (
		<>
			<EmptyState
				title="No products found"
				action={
					<>
						{q !== '' && (
							<Button variant="main" onClick={() => onChange({ q: '' })}>
								Clear search
							</Button>
						)}
						{hasPrices && (
							<Button onClick={() => onChange({ minPrice: '', maxPrice: '' })}>Clear prices</Button>
						)}
						{q !== '' && !isAllCategories && (
							<ButtonLink to={categoryPath(LISTING_TABS[0], q)}>Search all categories</ButtonLink>
						)}
						<ButtonLink to={categoryPath(category)}>
							{isAllCategories ? 'Browse everything' : `Browse ${listingTitle(category)}`}
						</ButtonLink>
					</>
				}
			>
				{q === '' ? (
					'Nothing here is on sale in that price range.'
				) : (
					<NoMatchesText q={q} hasPrices={hasPrices}>
						{alternatives?.didYouMean && (
							<DidYouMean query={alternatives.didYouMean} choices={choices} />
						)}
					</NoMatchesText>
				)}
			</EmptyState>
			{alternatives?.nearest && alternatives.nearest.length > 0 && (
				<NearestMatches items={alternatives.nearest} view={view} />
			)}
		</>
	);
}

function NoMatchesText({
	q,
	hasPrices,
	children,
}: {
	q: string;
	hasPrices: boolean;
	children: ReactNode;
}) {
	return (
		<>
			<span className="wrap-anywhere">Nothing on sale matches “{q}” here</span>
			{hasPrices && ' in that price range'}. {children || 'Try fewer or different words.'}
		</>
	);
}

function DidYouMean({ query, choices }: { query: string; choices: ListingParams }) {
	return (
		<>
			Did you mean{' '}
			<Link
				to={`?${new URLSearchParams(serializeListing({ ...choices, q: query, pages: 1 }))}`}
				className="inline-block py-1 font-semibold text-link underline underline-offset-4"
			>
				{query}
			</Link>
			?
		</>
	);
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

function NoItemsYet() {
	const { hasToken } = useSession();
	return (
		<EmptyState
			title="No products found"
			action={
				<ButtonLink variant="main" to={actionPath(PAGES.post, hasToken)}>
					Sell something
				</ButtonLink>
			}
		>
			What students put on sale will show up here.
		</EmptyState>
	);
}
