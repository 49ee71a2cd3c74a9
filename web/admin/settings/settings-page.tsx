import { useQuery } from '@tanstack/react-query';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Administrators } from './administrators.tsx';
import { settingsQuery } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** The settings of the whole market, for super administrators. */
export function SettingsPage() {
	const { data: settings, error, refetch } = useQuery(settingsQuery());

	return (
		<>
			<PageHeading size="text-2xl" className="pb-5">
				{ADMIN_PAGE_TABLE.settings.label}
			</PageHeading>
			{settings && <SettingsForm stored={settings} />}
			{!settings && error && (
				<ErrorState
					error={error}
					message={loadErrorMessage(error, SETTINGS_MESSAGES.loadFailed)}
					onRetry={() => void refetch()}
				/>
			)}
			{!settings && !error && <Skeleton className="mb-7 h-96" />}
			<Administrators />
		</>
	);
}
