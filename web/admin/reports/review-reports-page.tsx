import { ReportsScreen } from './reports-screen.tsx';
import { REVIEW_REPORTS } from './review-report-kind.tsx';

export function ReviewReportsPage() {
	return <ReportsScreen kind={REVIEW_REPORTS} />;
}
