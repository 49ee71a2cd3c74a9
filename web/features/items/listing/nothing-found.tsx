import type { ReactNode } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { CATEGORIES, LISTING_TABS } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/items.ts';
import {
	LISTING_MESSAGES,
	type ListingChoices,
	listingTitle,
	writeListing,
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
	choices: ListingChoices;
	/** What the server found instead. */
	help: { nearest?: readonly Item[] | undefined; didYouMean?: string | undefined } | undefined;
	onChange: (change: Partial<ListingChoices>) => void;
}

/** An empty listing says why it may be empty and offers ways on. */
export function NothingFound({ category, choices, help, onChange }: NothingFoundProps) {
	const { q, minPrice, maxPrice, view } = choices;
	const hasPrices = minPrice !== '' || maxPrice !== '';
	const isEverything = category === LISTING_TABS[0];
	const isKnown = isEverything || CATEGORIES.some((known) => known === category);

	if (!isKnown) return <NoSuchCategory />;
	if (q === '' && !hasPrices) return <NothingYet />;
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
						{q !== '' && !isEverything && (
							<ButtonLink to={categoryPath(LISTING_TABS[0], q)}>Search all categories</ButtonLink>
						)}
						<ButtonLink to={categoryPath(category)}>
							{isEverything ? 'Browse everything' : `Browse ${listingTitle(category)}`}
						</ButtonLink>
					</>
				}
			>
				{q === '' ? (
					'Nothing here is on sale in that price range.'
				) : (
					<Advice q={q} hasPrices={hasPrices}>
						{help?.didYouMean && <DidYouMean words={help.didYouMean} choices={choices} />}
					</Advice>
				)}
			</EmptyState>
			{help?.nearest && help.nearest.length > 0 && (
				<NearestMatches items={help.nearest} view={view} />
			)}
		</>
	);
}

function Advice({
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

function DidYouMean({ words, choices }: { words: string; choices: ListingChoices }) {
	return (
		<>
			Did you mean{' '}
			<Link
				to={`?${new URLSearchParams(writeListing({ ...choices, q: words, pages: 1 }))}`}
				className="inline-block py-1 font-semibold text-link underline underline-offset-4"
			>
				{words}
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

function NothingYet() {
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
