import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGES } from '#contract/core/pages.ts';
import type { DealRole } from '#contract/deals/facts.ts';
import { MY_DEALS_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import { type DealTab, dealsQuery } from '#web/features/deals/queries.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { OutdatedNote } from '#web/ui/outdated-note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DealRow } from './deal-row.tsx';

const SKELETONS = ['first', 'second', 'third'] as const;

interface DealListProps {
	state: DealTab;
	/** Undefined to list the deals of both roles. */
	role: DealRole | undefined;
}

/** Deals, the newest change first, page by page. */
export function DealList({ state, role }: DealListProps) {
	const listing = useInfiniteQuery(dealsQuery(state, role));
	const { data, error, isPending, isFetching, hasNextPage } = listing;

	if (isPending) return <DealListSkeleton />;
	if (!data) {
		return (
			<ErrorState
				error={error}
				message={formErrorMessage(error)}
				onRetry={() => void listing.refetch()}
			/>
		);
	}
	const deals = data.pages.flatMap((page) => page.deals);
	return (
		<>
			{deals.length === 0 ? (
				<NoDeals state={state} role={role} />
			) : (
				<ul aria-label={TEXTS[state]} className="grid gap-2">
					{deals.map((deal) => (
						<DealRow key={`${deal.itemId}-${deal.buyerId}`} deal={deal} />
					))}
				</ul>
			)}
			{listing.isRefetchError && (
				<OutdatedNote
					message={`${TEXTS.mayBeOutdated} ${formErrorMessage(error)}`}
					isLoading={isFetching}
					onRetry={() => void listing.refetch()}
				/>
			)}
			{hasNextPage && <LoadMore list={listing} failure={formErrorMessage(error)} />}
		</>
	);
}

function NoDeals({ state, role }: DealListProps) {
	const action =
		role === 'seller' ? (
			<ButtonLink variant="main" to={PAGES.post}>
				Add Item
			</ButtonLink>
		) : (
			<ButtonLink variant="main" to={categoryPath()}>
				See what is on sale
			</ButtonLink>
		);
	return state === 'open' ? (
		<EmptyState title={TEXTS.noOpen} action={action}>
			{TEXTS.noOpenHint}
		</EmptyState>
	) : (
		<EmptyState title={TEXTS.noDone} action={action}>
			{TEXTS.noDoneHint}
		</EmptyState>
	);
}

function DealListSkeleton() {
	return (
		<div role="status" className="grid gap-2">
			<span className="sr-only">{TEXTS.loading}</span>
			{SKELETONS.map((name) => (
				<Skeleton key={name} className="h-26 rounded-card" />
			))}
		</div>
	);
}
