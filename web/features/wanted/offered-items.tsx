import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedPost } from '#contract/wanted/schemas.ts';
import { ItemCard } from '#web/features/items/listing/item-card.tsx';
import { ItemGrid, ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { onRealtimeConnection, onRealtimeEvent } from '#web/lib/realtime/realtime.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { wantedAnswersQuery } from './queries.ts';

const SKELETONS = 2;

/** The items that were offered to the user's own post, as cards. */
export function OfferedItems({ post }: { post: WantedPost }) {
	const postId = post.id;
	const id = useId();
	const { data: items, error, refetch } = useQuery(wantedAnswersQuery(postId));
	const { failed, noConnection, noAnswers, answersGone, otherAnswersGone } = WANTED_MESSAGES;
	// The post counts all answers; the list has those on sale.
	const emptyTitle = post.answers > 0 ? answersGone : noAnswers;
	const goneCount = items ? countGone(post, items.length) : 0;
	useAnswerUpdates(postId);

	return (
		<section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
			<h2 id={id} className="text-xl">
				Answers
			</h2>
			{!items && !error && <ItemGridSkeleton cards={SKELETONS} />}
			{!items && error && (
				<ErrorState
					error={error}
					message={errorMessageFor(error, failed, noConnection)}
					onRetry={() => void refetch()}
				/>
			)}
			{items?.length === 0 && (
				<div>
					<p className="font-semibold">{emptyTitle}</p>
					<p className="text-sm text-ink-soft">{WANTED_MESSAGES.noAnswersHint}</p>
				</div>
			)}
			{items && items.length > 0 && (
				<>
					<ItemGrid label="Answers">
						{items.map((item) => (
							<li key={item.id}>
								<ItemCard item={item} linkLabel="Explore This" />
							</li>
						))}
					</ItemGrid>
					{goneCount > 0 && <p className="text-sm text-ink-soft">{otherAnswersGone(goneCount)}</p>}
				</>
			)}
		</section>
	);
}

/** How many answers are no longer on sale. A full list may leave out others that are, so nothing is known then. */
function countGone(post: WantedPost, shown: number): number {
	return shown < ITEM_LIMITS.pageMax ? post.answers - shown : 0;
}

/**
 * Loads the answers and their number again after any new notification, which may be about a new answer, and on every
 * connection. The number comes last: a number with the list from before would count a new answer as gone.
 */
function useAnswerUpdates(postId: number): void {
	const client = useQueryClient();

	useEffect(() => {
		const { queryKey } = wantedAnswersQuery(postId);
		const refetch = async () => {
			await client.invalidateQueries({ queryKey });
			await client.invalidateQueries({ queryKey: ['wanted', 'one', String(postId)] });
		};
		const stopListening = onRealtimeEvent(
			REALTIME_EVENTS.notificationsChanged,
			() => void refetch(),
		);
		const stopConnection = onRealtimeConnection(() => void refetch());
		return () => {
			stopListening();
			stopConnection();
		};
	}, [client, postId]);
}
