import { queryOptions } from '@tanstack/react-query';
import { listAdmins } from '#contract/admin/administrators.ts';
import { getSettings, type settings } from '#contract/admin/settings.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';

export type Settings = Parsed<typeof settings>['settings'];

export function settingsQuery() {
	return queryOptions({
		queryKey: adminKeys.of('settings'),
		queryFn: async ({ signal }) => (await callAdminApi(getSettings, { signal })).settings,
	});
}

export function adminsQuery() {
	return queryOptions({
		queryKey: adminKeys.of('admins'),
		queryFn: async ({ signal }) => (await callAdminApi(listAdmins, { signal })).admins,
	});
}
