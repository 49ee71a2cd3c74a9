import { useEffect } from 'react';
import { useClosure } from '#web/lib/api/maintenance.ts';
import { MaintenanceDialog } from './closed-cover.tsx';
import { watchForMaintenance } from './watch-closing.ts';

/** Watches for maintenance on every page and covers the page while it lasts. */
export function MaintenanceWatcher() {
	const closure = useClosure();
	useEffect(watchForMaintenance, []);
	return closure ? <MaintenanceDialog key={closure.at} closure={closure} /> : null;
}
