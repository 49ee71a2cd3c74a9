import type { Job } from '#server/jobs/job-queue.ts';
import { settleAllDue } from './due.ts';
import type { DealDeps } from './steps.ts';

/** The job that settles due items each minute, for what ends while nobody requests a deal. */
export function dealJobs(deps: DealDeps): Job[] {
	return [{ name: 'deals-due', schedule: '* * * * *', run: () => settleAllDue(deps) }];
}
