import { useEffect } from 'react';
import { useClosure } from '#web/lib/api/maintenance.ts';
import { MaintenanceDialog } from './closed-cover.tsx';
import { watchForMaintenance } from './watch-closing.ts';

/** Notices on whatever page that the market is closed, and covers it for as long as that lasts. */
export function MaintenanceWatcher() {
	const closure = useClosure();
	useEffect(watchForMaintenance, []);
	return closure ? <MaintenanceDialog key={closure.at} closure={closure} /> : null;
}
