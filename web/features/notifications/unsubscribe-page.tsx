import { useQuery } from '@tanstack/react-query';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTICE_KIND_LABELS, NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { LinkOver } from '#web/features/auth/expired-link.tsx';
import { useMailedToken } from '#web/features/auth/use-mailed-token.ts';
import { ApiError, wordsFor } from '#web/lib/api/api-error.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { unsubscribeQuery } from './preference-queries.ts';
import { CHOICES_ANCHOR } from './preferences-anchor.ts';

const TITLE = 'Unsubscribe';

/** Where the link in a mail leads. Opening it is all there is to do, signed in or not. */
export function UnsubscribePage() {
	const token = useMailedToken();
	const leaving = useQuery({ ...unsubscribeQuery(token), enabled: token !== '' });
	const { data: left, error } = leaving;

	if (left) {
		return (
			<AuthLayout
				title={TITLE}
				place={`${TITLE}: done`}
				heading="Done"
				lead={NOTICE_MESSAGES.unsubscribed}
			>
				<p className="font-semibold">{NOTICE_KIND_LABELS[left.kind]}</p>
				<WaysOn />
			</AuthLayout>
		);
	}
	if (token === '' || (error instanceof ApiError && error.status === 400)) {
		return (
			<LinkOver title={TITLE} reason={NOTICE_MESSAGES.linkOver}>
				<WaysOn />
			</LinkOver>
		);
	}
	if (error) {
		return (
			<ErrorState
				error={error}
				isPage
				message={wordsFor(error, COMMON_MESSAGES.failed, ITEM_MESSAGES.noConnection)}
				onRetry={() => void leaving.refetch()}
			/>
		);
	}
	return <LoadingIndicator label={NOTICE_MESSAGES.unsubscribing} />;
}

function WaysOn() {
	const { hasToken } = useSession();
	return (
		<div className="grid gap-2">
			<ButtonLink variant="main" to={actionPath(`${PAGES.account}#${CHOICES_ANCHOR}`, hasToken)}>
				Notification settings
			</ButtonLink>
			<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
		</div>
	);
}
