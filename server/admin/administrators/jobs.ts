import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { type InvitationDeps, invitationTask, sendInvitation } from './invitation.ts';
import { deleteExpiredAdminSessions } from './session-queries.ts';

/** Scheduled jobs about administrators, and the handler of their queued task. */
export function administratorJobs(deps: InvitationDeps): Job[] {
	return [
		handleTask(invitationTask, ({ adminId }) => sendInvitation(deps, adminId)),
		{
			name: 'sweep-admin-sessions',
			schedule: '5 4 * * *',
			run: () => deleteExpiredAdminSessions(deps.db),
		},
	];
}
