import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ITEM_DEAL_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import type { QueueEntry } from '#contract/deals/schemas.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { holderDealQuery, queueQuery } from '#web/features/deals/queries.ts';
import { useDealUpdates } from '#web/features/deals/use-deal-updates.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { sellerChatPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DealItem } from './visitor-action.tsx';

/** For the seller of a reserved item: the buyer with the reservation, and the queue in its order, with times. */
export function WaitingPeople({ item }: { item: DealItem }) {
	const id = useId();
	const isReserved = item.reservedUntil !== null;
	const queue = useQuery({ ...queueQuery(item.id), enabled: isReserved });
	const { data: deal } = useQuery({ ...holderDealQuery(item.id), enabled: isReserved });
	useDealUpdates(item.id);

	if (!isReserved) return null;
	if (queue.isPending) return <Skeleton className="mt-4 h-36 w-full rounded-card" />;
	if (!deal?.reservation && queue.data?.length === 0) return null;
	return (
		<section
			aria-labelledby={id}
			className="mt-4 w-full rounded-card border border-line bg-surface p-3.5"
		>
			<h2 id={id} className="text-lg">
				{TEXTS.waitingTitle}
			</h2>
			{deal?.reservation && (
				<Person itemId={item.id} userId={deal.buyerId} name={deal.other.userName}>
					{TEXTS.holder(deal.reservation.amount, formatDealTime(deal.reservation.until))}
				</Person>
			)}
			{queue.data ? (
				<Queue itemId={item.id} queue={queue.data} />
			) : (
				<LoadFailure message={formErrorMessage(queue.error)} onRetry={() => void queue.refetch()} />
			)}
		</section>
	);
}

function Queue({ itemId, queue }: { itemId: number; queue: readonly QueueEntry[] }) {
	if (queue.length === 0) return <p className="text-sm text-ink-soft">{TEXTS.nobodyWaits}</p>;
	return (
		<ol aria-label={TEXTS.waitingTitle}>
			{queue.map((entry) => (
				<li key={entry.userId} className="flex items-center gap-3 border-t border-line">
					<span className="w-5 shrink-0 text-center font-semibold tabular-nums">{entry.place}</span>
					<Person itemId={itemId} userId={entry.userId} name={entry.userName}>
						{waitingText(entry)}
					</Person>
				</li>
			))}
		</ol>
	);
}

interface PersonProps {
	itemId: number;
	userId: number;
	name: string;
	/** A line about the person, such as the end of their turn. */
	children: string;
}

/** A link to the chat with a buyer. */
function Person({ itemId, userId, name, children }: PersonProps) {
	return (
		<Link
			to={sellerChatPath(itemId, userId)}
			className="block min-h-11 min-w-0 flex-1 rounded-field py-2 hover:bg-sunken"
		>
			<span className="block font-semibold wrap-anywhere">{name}</span>
			<span className="block text-xs text-ink-soft">{children}</span>
		</Link>
	);
}

function waitingText({ turnUntil, joinedAt }: QueueEntry): string {
	return turnUntil
		? TEXTS.turnUntil(formatDealTime(turnUntil))
		: TEXTS.joinedAt(formatDealTime(joinedAt));
}
