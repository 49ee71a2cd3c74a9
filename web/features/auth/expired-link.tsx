import type { ReactNode } from 'react';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { AuthLayout } from './auth-layout.tsx';

interface ExpiredLinkProps {
	title: string;
	/** The server's message, if any. */
	reason?: string;
	/** Buttons to continue. */
	children: ReactNode;
}

/** The page for mailed links that are expired, used or invalid. It does not reveal which. */
export function ExpiredLink({ title, reason, children }: ExpiredLinkProps) {
	return (
		<AuthLayout
			title={title}
			focusKey={`${title}: over`}
			heading="This link no longer works"
			lead={reason || RECOVERY_ERRORS.linkExpired.message}
		>
			<div className="grid gap-2">{children}</div>
		</AuthLayout>
	);
}
