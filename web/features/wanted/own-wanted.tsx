import { useInfiniteQuery } from '@tanstack/react-query';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { ownWantedQuery } from './queries.ts';
import { useAskPath } from './use-ask-path.ts';
import { WantedCard } from './wanted-card.tsx';
import { WantedGrid, WantedGridSkeleton } from './wanted-grid.tsx';

/** The user's own posts, newest first, including those that have ended. */
export function OwnWanted() {
	const { userId } = useSession();
	const askPath = useAskPath();
	const list = useInfiniteQuery(ownWantedQuery(userId));
	const failure = errorMessageFor(list.error, WANTED_MESSAGES.failed, WANTED_MESSAGES.noConnection);

	if (list.isPending) return <WantedGridSkeleton />;
	if (!list.data) {
		return <ErrorState error={list.error} message={failure} onRetry={() => void list.refetch()} />;
	}
	const posts = list.data.pages.flatMap(({ wanted }) => wanted);
	if (posts.length === 0) {
		return (
			<EmptyState
				title={WANTED_MESSAGES.noOwn}
				action={
					<ButtonLink variant="main" to={askPath}>
						Ask for something
					</ButtonLink>
				}
			>
				{WANTED_MESSAGES.noOwnHint}
			</EmptyState>
		);
	}
	return (
		<>
			<WantedGrid label="My posts">
				{posts.map((post) => (
					<li key={post.id}>
						<WantedCard post={post} isOwn />
					</li>
				))}
			</WantedGrid>
			{list.hasNextPage && <LoadMore list={list} failure={failure} />}
		</>
	);
}
