import { ReportsScreen } from './reports-screen.tsx';
import { USER_REPORTS } from './user-report-kind.tsx';

/** The page of the reports about users. */
export function UserReportsPage() {
	return <ReportsScreen kind={USER_REPORTS} />;
}
