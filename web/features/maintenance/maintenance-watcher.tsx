import { useEffect } from 'react';
import { useMaintenanceState } from '#web/lib/api/maintenance.ts';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { watchForMaintenance } from './watch-for-maintenance.ts';

/** Watches for maintenance on every page and covers the page while maintenance lasts. */
export function MaintenanceWatcher() {
	const maintenance = useMaintenanceState();
	useEffect(watchForMaintenance, []);
	return maintenance ? (
		<MaintenanceDialog key={maintenance.receivedAtMs} maintenance={maintenance} />
	) : null;
}
