import { useQuery } from '@tanstack/react-query';
import { ADMIN_FEEDBACK_MESSAGES, getFeedbackAnalytics } from '#contract/admin/feedback.ts';
import { formatCount } from '#contract/core/format.ts';
import { canRetry, loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';

/** The number of feedback entries and their ratings. */
export function FeedbackStatistics() {
	const {
		data: statistics,
		error,
		refetch,
	} = useQuery({
		queryKey: ['feedback', 'figures'],
		queryFn: async ({ signal }) => (await callAdminApi(getFeedbackAnalytics, { signal })).analytics,
	});

	if (error && !statistics) {
		return (
			<div role="alert" className="flex flex-wrap items-center gap-3">
				<p className="text-sm font-semibold text-bad">
					{loadErrorMessage(error, ADMIN_FEEDBACK_MESSAGES.loadFailed)}
				</p>
				{canRetry(error) && (
					<Button size="small" onClick={() => void refetch()}>
						Try again
					</Button>
				)}
			</div>
		);
	}
	return (
		<dl
			aria-label="Feedback in figures"
			className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3"
		>
			<StatCard
				label="Total Feedback"
				value={statistics && formatCount(statistics.totalFeedbacks)}
			/>
			<StatCard label="Pending" value={statistics && formatCount(statistics.pendingFeedbacks)} />
			<StatCard label="Approved" value={statistics && formatCount(statistics.approvedFeedbacks)} />
			<StatCard label="Approval Rate" value={statistics && formatRate(statistics.approvalRate)} />
			<StatCard label="Average Rating" value={statistics && `${statistics.averageRating} of 5`} />
			<StatCard label="Featured" value={statistics && formatCount(statistics.featuredFeedbacks)} />
		</dl>
	);
}
