import { Navigate, useLocation } from 'react-router';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type LoginState, useStoredAdmin } from '#web/admin/lib/session.ts';
import { site } from '#web/lib/site.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { LoginForm } from './login-form.tsx';

/** The sign-in page of the back-office; returns to the requested page. */
export function LoginPage() {
	const admin = useStoredAdmin();
	const { state } = useLocation();
	const loginState = (state ?? {}) as LoginState;

	// Signing in stores the session, which leads to this redirect.
	if (admin) return <Navigate to={pageAfter(loginState.from)} replace />;
	return (
		<main className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-8">
			<div className="relative grid gap-6 tablet:rounded-card tablet:border tablet:border-line tablet:bg-surface tablet:p-8 tablet:shadow-float">
				<span
					aria-hidden="true"
					className="pin absolute -top-2 left-1/2 hidden size-4 -translate-x-1/2 rounded-full tablet:block"
				/>
				<div className="grid gap-2">
					<p className="flex items-center gap-2.5 pb-2 font-display text-[1.25rem] font-extrabold tracking-tight wrap-anywhere">
						<Logo />
						{site.name}
					</p>
					<PageHeading>{ADMIN_SESSION_MESSAGES.title}</PageHeading>
					<p className="text-ink-soft">For the people who run the market.</p>
				</div>
				{loginState.message && (
					<p role="status" className="rounded-field bg-accent-wash px-4 py-3 text-sm font-medium">
						{loginState.message}
					</p>
				)}
				<LoginForm />
				{/* A separate app: a plain link, not the router's. */}
				<a
					href={PAGES.home}
					className="inline-flex min-h-11 items-center justify-self-center text-sm font-semibold text-link underline underline-offset-4"
				>
					Back to the main site
				</a>
			</div>
		</main>
	);
}

function pageAfter(from: string | undefined): string {
	const isAdminPath = from?.startsWith(`${ADMIN_ROOT}/`) && !from.startsWith(ADMIN_PAGES.login);
	return from && isAdminPath ? from : ADMIN_PAGES.dashboard;
}
