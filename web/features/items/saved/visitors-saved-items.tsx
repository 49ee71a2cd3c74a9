import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { SAVED_LIMITS, SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { ItemCard } from '#web/features/items/listing/item-card.tsx';
import {
	ItemCardSkeleton,
	ItemGrid,
	ItemGridSkeleton,
} from '#web/features/items/listing/item-grid.tsx';
import { itemQuery } from '#web/features/items/queries.ts';
import { savedIdsQuery } from '#web/features/saved/saved-ids-query.ts';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { loginPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { NothingSaved } from './nothing-saved.tsx';
import { RemovedItem } from './removed-item.tsx';

/** The items that a visitor saved on this device, and an invitation to log in. */
export function VisitorsSavedItems() {
	const { data: ids, dataUpdatedAt } = useQuery(savedIdsQuery());
	/**
	 * The items that were saved when the page was opened. An item that the visitor takes off the saved items stays visible,
	 * so that it can be saved again.
	 */
	const [idsAtOpening, setIdsAtOpening] = useState<readonly number[]>();
	const [limit, setLimit] = useState<number>(SAVED_LIMITS.visitorPage);
	// Until the ids have been loaded once, the list contains only items whose heart was just pressed.
	if (ids && dataUpdatedAt > 0 && !idsAtOpening) setIdsAtOpening(ids);

	if (!idsAtOpening) return <ItemGridSkeleton cards={4} />;
	if (idsAtOpening.length === 0) return <NothingSaved />;
	return (
		<>
			<div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card bg-accent-wash px-4 py-3">
				<p className="max-w-prose">{SAVED_MESSAGES.invitation}</p>
				<ButtonLink to={loginPath(PAGES.saved)}>Login</ButtonLink>
			</div>
			<ItemGrid label={PAGE_TABLE.saved.label}>
				{idsAtOpening.slice(0, limit).map((id) => (
					<li key={id} className="min-w-0">
						<VisitorsItem id={id} />
					</li>
				))}
			</ItemGrid>
			{idsAtOpening.length > limit && (
				<LoadMore
					list={{
						isFetching: false,
						isFetchNextPageError: false,
						fetchNextPage: () => setLimit(limit + SAVED_LIMITS.visitorPage),
					}}
				/>
			)}
		</>
	);
}

function VisitorsItem({ id }: { id: number }) {
	const { data: item, error } = useQuery(itemQuery(id));
	if (isNotFound(error)) return <RemovedItem id={id} title={SAVED_MESSAGES.unknownTitle} />;
	if (item) return <ItemCard item={item} linkLabel="Explore This" />;
	if (!error) return <ItemCardSkeleton view="grid" />;
	return (
		<p className="grid aspect-4/3 place-items-center rounded-card bg-sunken p-3 text-center text-sm text-ink-soft">
			{SAVED_MESSAGES.itemLoadFailed}
		</p>
	);
}
