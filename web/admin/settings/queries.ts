import { queryOptions } from '@tanstack/react-query';
import { listAdmins } from '#contract/admin/administrators.ts';
import { getSettings, type settings } from '#contract/admin/settings.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { officeKeys } from '#web/admin/lib/queries.ts';

export type Settings = Parsed<typeof settings>['settings'];

export function settingsQuery() {
	return queryOptions({
		queryKey: officeKeys.of('settings'),
		queryFn: async ({ signal }) => (await officeCall(getSettings, { signal })).settings,
	});
}

export function adminsQuery() {
	return queryOptions({
		queryKey: officeKeys.of('admins'),
		queryFn: async ({ signal }) => (await officeCall(listAdmins, { signal })).admins,
	});
}
