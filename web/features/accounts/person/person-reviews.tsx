import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ShownPerson } from '#contract/accounts/schemas.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { loginPath, personPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { ReviewCard } from './review-card.tsx';
import { personReviewsQuery } from './reviews-query.ts';

/** The reviews that a person got from others after deals. */
export function PersonReviews({ person }: { person: ShownPerson }) {
	const headingId = useId();
	const reporting = useReviewReport(person);

	return (
		<section aria-labelledby={headingId} className="grid min-w-0 gap-4">
			<h2 id={headingId} className="text-2xl">
				{REVIEW_TEXTS.heading}
			</h2>
			<Reviews person={person} onReport={reporting.start} />
			{reporting.dialog}
		</section>
	);
}

interface ReviewsProps {
	person: ShownPerson;
	onReport: (review: PersonReview) => void;
}

function Reviews({ person, onReport }: ReviewsProps) {
	const { userId } = useSession();
	const query = useInfiniteQuery(personReviewsQuery(person.id));
	const reviews = query.data?.pages.flatMap((page) => page.reviews);
	const { loadFailed } = REVIEW_TEXTS;
	const failure = errorMessageFor(query.error, loadFailed, ITEM_MESSAGES.noConnection);

	if (!reviews) {
		return query.isError ? (
			<ErrorState error={query.error} message={failure} onRetry={() => void query.refetch()} />
		) : (
			<Skeleton className="h-36" />
		);
	}
	return (
		<>
			<ul aria-label={REVIEW_TEXTS.heading} className="grid gap-4">
				{reviews.map((review) => (
					<li key={review.id}>
						<ReviewCard
							review={review}
							about={person.userName}
							onReport={review.by.id === userId ? undefined : () => onReport(review)}
						/>
					</li>
				))}
			</ul>
			{query.hasNextPage && <LoadMore list={query} failure={failure} isAutomatic={false} />}
		</>
	);
}

/**
 * The dialog to report a review, and a function that opens it. Visitors are sent to the login page instead. The
 * dialog's script is loaded on the first press.
 */
function useReviewReport({ id }: ShownPerson) {
	const { hasToken } = useSession();
	const navigate = useNavigate();
	const [reported, setReported] = useState<PersonReview>();
	const [isOpen, setIsOpen] = useState(false);
	const { Part, loadPart } = useLazyOnPress(
		async () =>
			(await import('#web/features/reports/content-report-dialog.tsx')).ContentReportDialog,
	);

	async function start(review: PersonReview): Promise<void> {
		if (!hasToken) return void navigate(loginPath(personPath(id)));
		if (!(await loadPart())) return;
		setReported(review);
		setIsOpen(true);
	}

	return {
		start: (review: PersonReview) => void start(review),
		dialog: Part && reported && (
			<Part
				open={isOpen}
				onClose={() => setIsOpen(false)}
				kind="review"
				id={reported.id}
				name={reported.by.userName}
			/>
		),
	};
}
