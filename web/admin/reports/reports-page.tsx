import { ITEM_REPORTS } from './item-report-kind.tsx';
import { ReportsScreen } from './reports-screen.tsx';

/** The page of the reports about items. */
export function ReportsPage() {
	return <ReportsScreen kind={ITEM_REPORTS} />;
}
