import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { MAINTENANCE_MESSAGES } from '#contract/maintenance/facts.ts';
import { pathBeforeMaintenance } from '#web/lib/api/maintenance.ts';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';
import { maintenanceQuery } from './queries.ts';

/** The maintenance page with an address of its own; when maintenance ends, it navigates back to the previous page. */
export function MaintenancePage() {
	const { data, isPending } = useQuery(maintenanceQuery());

	if (isPending) return <LoadingIndicator />;
	if (data?.maintenance === false) return <Navigate to={pathBeforeMaintenance()} replace />;
	return (
		<MaintenanceNotice
			heading={<PageHeading className="mt-2">{MAINTENANCE_MESSAGES.title}</PageHeading>}
			details={data}
		/>
	);
}
