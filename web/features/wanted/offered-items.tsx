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

/** The items that others offered in answer to the user's own post, as cards. */
export function OfferedItems({ post }: { post: WantedPost }) {
	const postId = post.id;
	const headingId = useId();
	const { data: items, error, refetch } = useQuery(wantedAnswersQuery(postId));
	const { failed, noConnection, noAnswers, answersGone, otherAnswersGone } = WANTED_MESSAGES;
	// `post.answers` counts all answers; `items` contains only those that are available to the user.
	const emptyTitle = post.answers > 0 ? answersGone : noAnswers;
	const goneCount = items ? countGone(post, items.length) : 0;
	useAnswerUpdates(postId);

	return (
		<section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
			<h2 id={headingId} className="text-xl">
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

/**
 * The number of answers that are no longer available. 0 if the list has its maximum length: more items may be
 * available than the list contains.
 */
function countGone(post: WantedPost, shownCount: number): number {
	return shownCount < ITEM_LIMITS.pageMax ? post.answers - shownCount : 0;
}

/**
 * Refetches the answers, and then the post with their count. Does so when the notifications change, because there may
 * be a new answer, and on every new connection. The order matters: with a new count and an old list, a new answer
 * would count as no longer available.
 */
function useAnswerUpdates(postId: number): void {
	const client = useQueryClient();

	useEffect(() => {
		const { queryKey } = wantedAnswersQuery(postId);
		const reload = async () => {
			await client.invalidateQueries({ queryKey });
			await client.invalidateQueries({ queryKey: ['wanted', 'one', String(postId)] });
		};
		const unsubscribeFromChanges = onRealtimeEvent(
			REALTIME_EVENTS.notificationsChanged,
			() => void reload(),
		);
		const unsubscribeFromConnections = onRealtimeConnection(() => void reload());
		return () => {
			unsubscribeFromChanges();
			unsubscribeFromConnections();
		};
	}, [client, postId]);
}
