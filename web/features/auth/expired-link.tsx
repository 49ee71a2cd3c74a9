import type { ReactNode } from 'react';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { AuthLayout } from './auth-layout.tsx';

interface ExpiredLinkProps {
	title: string;
	/** The server's own words where it has any. */
	reason?: string;
	/** The ways on. */
	children: ReactNode;
}

/** One calm page for links that have expired, were used, or never were ours: none tells which. */
export function ExpiredLink({ title, reason, children }: ExpiredLinkProps) {
	return (
		<AuthLayout
			title={title}
			focusKey={`${title}: over`}
			heading="This link no longer works"
			lead={reason || RECOVERY_MESSAGES.linkExpired}
		>
			<div className="grid gap-2">{children}</div>
		</AuthLayout>
	);
}
