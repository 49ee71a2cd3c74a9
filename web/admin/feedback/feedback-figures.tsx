import { useQuery } from '@tanstack/react-query';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { formatCount } from '#contract/core/format.ts';
import { FigureCard, formatRate } from '#web/admin/kit/figure-card.tsx';
import { loadWords } from '#web/admin/kit/load-words.ts';
import { Button } from '#web/ui/button.tsx';
import { feedbackFiguresQuery } from './queries.ts';

/** How much feedback there is, and how it rates the market. */
export function FeedbackFigures() {
	const { data, error, refetch } = useQuery(feedbackFiguresQuery());

	if (error && !data) {
		return (
			<div role="alert" className="flex flex-wrap items-center gap-3">
				<p className="text-sm font-semibold text-bad">
					{loadWords(error, ADMIN_FEEDBACK_MESSAGES.loadFailed)}
				</p>
				<Button size="small" onClick={() => void refetch()}>
					Try again
				</Button>
			</div>
		);
	}
	return (
		<dl
			aria-label="Feedback in figures"
			className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3"
		>
			<FigureCard label="Total Feedback" value={data && formatCount(data.totalFeedbacks)} />
			<FigureCard label="Pending" value={data && formatCount(data.pendingFeedbacks)} />
			<FigureCard label="Approved" value={data && formatCount(data.approvedFeedbacks)} />
			<FigureCard label="Approval Rate" value={data && formatRate(data.approvalRate)} />
			<FigureCard label="Average Rating" value={data && `${data.averageRating} of 5`} />
			<FigureCard label="Featured" value={data && formatCount(data.featuredFeedbacks)} />
		</dl>
	);
}
