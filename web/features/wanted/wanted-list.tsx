import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { normalizeCategory, parseListing } from '#contract/items/listing.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { type WantedFilters, wantedPagesQuery } from './queries.ts';
import { useAskPath } from './use-ask-path.ts';
import { WantedCard } from './wanted-card.tsx';
import { WantedFilterBar } from './wanted-filter-bar.tsx';
import { WantedGrid, WantedGridSkeleton } from './wanted-grid.tsx';

/** The public list with its filters, which are stored in the URL. */
export function WantedList() {
	const { userId } = useSession();
	const [search, setSearch] = useSearchParams();
	const textOf = (name: keyof WantedFilters) => search.get(name)?.trim() ?? '';
	const category = normalizeCategory(textOf('category'), useCategories());
	const filters = {
		q: parseListing(search).params.q,
		category: category === ALL_CATEGORIES ? '' : category,
		subject: textOf('subject'),
	};
	const list = useInfiniteQuery(wantedPagesQuery(filters, userId));
	const posts = list.data?.pages.flatMap(({ wanted }) => wanted);
	const failure = errorMessageFor(list.error, WANTED_MESSAGES.failed, WANTED_MESSAGES.noConnection);

	// The subject in the URL no longer exists, so a retry would not help.
	const isSubjectGone =
		!list.data &&
		list.error instanceof ApiError &&
		list.error.issues.some(({ path }) => path === 'subject');

	function change(changes: Partial<WantedFilters>) {
		const usedFilters = Object.entries({ ...filters, ...changes }).filter(
			([, value]) => value !== '',
		);
		setSearch(Object.fromEntries(usedFilters), { replace: true });
	}

	return (
		<section aria-label="Wanted posts" className="grid grid-cols-[minmax(0,1fr)] gap-5">
			<WantedFilterBar filters={filters} onChange={change} />
			{list.isPending && <WantedGridSkeleton />}
			{isSubjectGone && <NoPosts filters={filters} title={failure} onChange={change} />}
			{list.isError && !list.data && !isSubjectGone && (
				<ErrorState error={list.error} message={failure} onRetry={() => void list.refetch()} />
			)}
			{posts?.length === 0 && <NoPosts filters={filters} onChange={change} />}
			{posts && posts.length > 0 && (
				<WantedGrid label="Wanted posts" isStale={list.isPlaceholderData}>
					{posts.map((post) => (
						<li key={post.id}>
							<WantedCard post={post} />
						</li>
					))}
				</WantedGrid>
			)}
			{list.hasNextPage && <LoadMore list={list} failure={failure} />}
		</section>
	);
}

interface NoPostsProps {
	filters: WantedFilters;
	title?: string;
	onChange: (changes: Partial<WantedFilters>) => void;
}

function NoPosts({ filters, title = WANTED_MESSAGES.noMatches, onChange }: NoPostsProps) {
	const { hasToken } = useSession();
	const askPath = useAskPath();
	const isFiltered = Object.values(filters).some((value) => value !== '');
	if (isFiltered) {
		return (
			<EmptyState
				title={title}
				action={
					<Button variant="main" onClick={() => onChange({ q: '', category: '', subject: '' })}>
						Show everything
					</Button>
				}
			>
				{WANTED_MESSAGES.noMatchesHint}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title={WANTED_MESSAGES.empty}
			action={
				<ButtonLink variant="main" to={actionPath(askPath, hasToken)}>
					Ask for something
				</ButtonLink>
			}
		>
			{WANTED_MESSAGES.emptyHint}
		</EmptyState>
	);
}
