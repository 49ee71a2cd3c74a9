import { queryOptions } from '@tanstack/react-query';
import { getSettings, type settings } from '#contract/admin/settings.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

export type Settings = Parsed<typeof settings>['settings'];

export function settingsQuery() {
	return queryOptions({
		queryKey: ['settings'],
		queryFn: async ({ signal }) => (await callAdminApi(getSettings, { signal })).settings,
	});
}
