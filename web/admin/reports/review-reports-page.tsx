import { ReportsScreen } from './reports-screen.tsx';
import { REVIEW_REPORTS } from './review-report-kind.tsx';

/** The page of the reports about reviews. */
export function ReviewReportsPage() {
	return <ReportsScreen kind={REVIEW_REPORTS} />;
}
