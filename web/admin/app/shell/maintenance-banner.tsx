import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { AdminRole } from '#contract/admin/session.ts';
import { changeSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { focusMain } from '#web/ui/focus-page.ts';

/** Shown on every page of the back-office during maintenance. Only super administrators can end the maintenance. */
export function MaintenanceBanner({ role }: { role: AdminRole | undefined }) {
	const { data: maintenanceStatus } = useQuery(maintenanceQuery());

	return (
		<div role="status">
			{maintenanceStatus?.maintenance && (
				<div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 bg-accent-wash px-4 py-1.5 text-sm wide:px-7">
					<p className="flex min-w-0 items-center gap-2.5 font-semibold">
						<TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
						{maintenanceStatus.since === null
							? 'The market is closed.'
							: `The market is closed since ${formatMoment(maintenanceStatus.since)}.`}
					</p>
					{role === 'super_admin' && <OpenMarketButton />}
				</div>
			)}
		</div>
	);
}

function OpenMarketButton() {
	const reopening = useAdminChange({
		run: async () => {
			const body = { maintenanceMode: false, before: { maintenanceMode: true } };
			await callAdminApi(changeSettings, { body });
			return { message: `${SETTINGS_MESSAGES.maintenanceEnded}.` };
		},
		dataKinds: ['settings', 'notifications'],
		failureMessage: SETTINGS_MESSAGES.updateFailed,
	});

	// Once the market is open, the banner is gone, and the focused button with it.
	useEffect(
		() => () => {
			if (document.activeElement === document.body) focusMain();
		},
		[],
	);

	return (
		<Button size="small" busy={reopening.isPending} onClick={() => reopening.mutate(undefined)}>
			Open it
		</Button>
	);
}

/** The query key begins with `settings`, so the query is reloaded when maintenance starts or ends. */
function maintenanceQuery() {
	return queryOptions({
		queryKey: ['settings', 'closing'],
		queryFn: ({ signal }) => callAdminApi(getMaintenance, { signal }),
		refetchOnWindowFocus: 'always',
	});
}
