import { useEffect } from 'react';
import { useMaintenanceState } from '#web/lib/api/maintenance.ts';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { watchForMaintenance } from './watch-for-maintenance.ts';

/** Notices on whatever page that the market is closed, and covers it for as long as that lasts. */
export function MaintenanceWatcher() {
	const maintenance = useMaintenanceState();
	useEffect(watchForMaintenance, []);
	return maintenance ? (
		<MaintenanceDialog key={maintenance.shownAtMs} maintenance={maintenance} />
	) : null;
}
