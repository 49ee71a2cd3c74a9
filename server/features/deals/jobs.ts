import type { Job } from '#server/jobs/job-queue.ts';
import { settleAllDue } from './due.ts';
import type { DealDeps } from './steps.ts';

export function dealJobs(deps: DealDeps): Job[] {
	return [{ name: 'deals-due', schedule: '* * * * *', run: () => settleAllDue(deps) }];
}
