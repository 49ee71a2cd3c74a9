import type { Job } from '#server/jobs/job-queue.ts';
import { type DealDeps, settleAllDue } from './commands.ts';
import { forgetOldRequests } from './save-queries.ts';

/** Settles due items each minute, for what ends while nobody requests a deal, and forgets old requests each night. */
export function dealJobs(deps: DealDeps): Job[] {
	return [
		{ name: 'deals-due', schedule: '* * * * *', run: () => settleAllDue(deps) },
		{ name: 'deal-requests', schedule: '40 3 * * *', run: () => forgetOldRequests(deps.db) },
	];
}
