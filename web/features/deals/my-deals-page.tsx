import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { agreedPrice } from '#contract/deals/amounts.ts';
import type { DealRole } from '#contract/deals/facts.ts';
import { MY_DEALS_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Item } from '#contract/items/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { buyerChatPath, categoryPath, sellerChatPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { OutdatedNote } from '#web/ui/outdated-note.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { describeDeal } from './describe-deal.ts';
import { type DealTab, dealsQuery } from './queries.ts';
import { StateLabel } from './state-label.tsx';
import { useDealUpdates } from './use-deal-updates.ts';

/** URL parameters of the page. */
const STATE_PARAM = 'state';
const ROLE_PARAM = 'role';

const SKELETONS = ['first', 'second', 'third'] as const;

type RoleFilter = DealRole | 'both';

/** The user's deals in two tabs, open and done, as buyer, as seller or both. */
export function MyDealsPage() {
	const [search, setSearch] = useSearchParams();
	const state: DealTab = search.get(STATE_PARAM) === 'done' ? 'done' : 'open';
	const role = roleIn(search.get(ROLE_PARAM));
	useDealUpdates();

	function choose(param: string, value: string, defaultValue: string) {
		const newSearch = new URLSearchParams(search);
		if (value === defaultValue) newSearch.delete(param);
		else newSearch.set(param, value);
		setSearch(newSearch, { replace: true });
	}

	return (
		<div className="mx-auto w-full max-w-3xl px-4 py-8 tablet:px-7">
			<div className="grid gap-2 pb-6">
				<PageHeading>{PAGE_TABLE.myDeals.label}</PageHeading>
				<p className="max-w-prose text-ink-soft">{TEXTS.intro}</p>
			</div>
			<Tabs
				label={TEXTS.tabsLabel}
				tabs={[
					{ value: 'open', label: TEXTS.open },
					{ value: 'done', label: TEXTS.done },
				]}
				value={state}
				onChange={(value) => choose(STATE_PARAM, value, 'open')}
			>
				<div className="grid gap-4">
					<SegmentedControl<RoleFilter>
						label={TEXTS.roleLabel}
						segments={[
							{ value: 'both', label: TEXTS.both },
							{ value: 'buyer', label: TEXTS.buyer },
							{ value: 'seller', label: TEXTS.seller },
						]}
						value={role}
						onChange={(value) => choose(ROLE_PARAM, value, 'both')}
					/>
					<DealList
						key={`${state}-${role}`}
						state={state}
						role={role === 'both' ? undefined : role}
					/>
				</div>
			</Tabs>
		</div>
	);
}

function roleIn(param: string | null): RoleFilter {
	return param === 'buyer' || param === 'seller' ? param : 'both';
}

interface DealListProps {
	state: DealTab;
	/** Undefined to list the deals of both roles. */
	role: DealRole | undefined;
}

/** Deals, the newest change first, page by page. */
function DealList({ state, role }: DealListProps) {
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

interface ListedDeal extends Deal {
	item: Item;
	other: { id: number; userName: string };
}

/** One deal as a link to its chat: the item, the other person, the state and its details. */
function DealRow({ deal }: { deal: ListedDeal }) {
	const { item, other } = deal;
	const { state, tone, line } = describeDeal(deal, {
		name: other.userName,
		itemStatus: item.status,
	});

	return (
		<li>
			<Link
				to={chatPathOf(deal)}
				className="grid min-h-26 grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-3 rounded-card border border-line bg-surface p-3 hover:bg-sunken"
			>
				<span className="block aspect-4/3 overflow-hidden rounded-field bg-sunken">
					<Picture photo={item.photos[0]} alt="" sizes="72px" isSmall />
				</span>
				<span className="grid min-w-0 gap-0.5">
					<span className="truncate font-semibold">{item.title}</span>
					<span className="flex min-w-0 items-baseline gap-x-2">
						<Price rupees={item.price} agreed={agreedPrice(deal)} className="shrink-0 text-sm" />
						<span className="truncate text-xs text-ink-soft">
							<bdi>{other.userName}</bdi>
						</span>
					</span>
					<span>
						<StateLabel tone={tone}>{state}</StateLabel>
					</span>
					<span className="text-sm text-ink-soft wrap-anywhere">{line}</span>
				</span>
			</Link>
		</li>
	);
}

function chatPathOf({ role, itemId, buyerId, sellerId }: ListedDeal): string {
	return role === 'seller' ? sellerChatPath(itemId, buyerId) : buyerChatPath(sellerId, itemId);
}
