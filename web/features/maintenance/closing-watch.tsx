import { useEffect } from 'react';
import { useClosure } from '#web/lib/api/maintenance.ts';
import { ClosedCover } from './closed-cover.tsx';
import { watchForClosing } from './watch-closing.ts';

/** Notices on whatever page that the market is closed, and covers it for as long as that lasts. */
export function ClosingWatch() {
	const closure = useClosure();
	useEffect(watchForClosing, []);
	return closure ? <ClosedCover key={closure.at} closure={closure} /> : null;
}
