import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { NotFoundNotice } from '#web/features/items/page/not-found-notice.tsx';
import { sellerQuery } from '#web/features/items/seller-queries.ts';
import { errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PersonHeader } from './person-header.tsx';
import { PersonItems } from './person-items.tsx';

/** The reviews load after the page, because they are below the items. */
const PersonReviews = lazyOptional(
	async () => (await import('./person-reviews.tsx')).PersonReviews,
);

/** A seller's public page. It never shows contact data. */
export function PersonPage() {
	const { id = '' } = useParams();
	const { data: person, error, refetch } = useQuery(sellerQuery(id));

	// Cached data is dropped once the server answers that the person is gone; other errors keep it.
	if (person && !isNotFound(error)) {
		return (
			<div className="wrap grid gap-8 py-8">
				<PersonHeader person={person} />
				<PersonItems key={person.id} person={person} />
				{person.reviewCount > 0 && (
					<Suspense>
						<PersonReviews key={person.id} person={person} />
					</Suspense>
				)}
			</div>
		);
	}
	if (isNotFound(error)) return <NotFoundNotice kind="person" error={error} />;
	if (error) {
		const message = errorMessageFor(
			error,
			AUTH_ERRORS.userNotFound.message,
			ITEM_MESSAGES.noConnection,
		);
		return (
			<ErrorState error={error} isPage message={message} onRetry={() => void refetch()}>
				<ButtonLink to={categoryPath()}>See what is on sale</ButtonLink>
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<div role="status" className="wrap grid gap-8 py-8">
			<span className="sr-only">Loading the seller…</span>
			<div className="flex items-center gap-4 tablet:gap-6">
				<Skeleton className="size-20 rounded-full tablet:size-28" />
				<div className="grid gap-2">
					<Skeleton className="h-8 w-44" />
					<Skeleton className="h-5 w-60" />
				</div>
			</div>
			<div className="grid gap-4">
				<Skeleton className="h-8 w-28" />
				<ItemGridSkeleton cards={4} />
			</div>
		</div>
	);
}
