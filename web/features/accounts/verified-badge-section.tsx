import { addressToConfirm } from '#contract/accounts/address.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { isCollegeEmail } from '#contract/auth/college-email.ts';
import { site } from '#web/lib/site.ts';
import { Section } from '#web/ui/section.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';

/** Explains the verified badge and how to get it. */
export function VerifiedBadgeSection({ account }: { account: Account }) {
	return (
		<Section title="Badge" anchor="badge" lead="It tells others that you are a student here.">
			{account.isVerified ? (
				<p className="text-sm">
					<VerifiedBadge className="text-sm" /> stands beside your name, on your items and on your
					public page.
				</p>
			) : (
				<NotVerified account={account} />
			)}
		</Section>
	);
}

function NotVerified({ account }: { account: Account }) {
	const { email, emailConfirmed, collegeDomains } = account;
	const hasConfirmedCollegeEmail = emailConfirmed && isCollegeEmail(email, collegeDomains);
	// No link is mailed for an address that is confirmed already.
	const canVerifyByEmail = collegeDomains.length > 0 && !hasConfirmedCollegeEmail;

	return (
		<div className="grid gap-2 text-sm wrap-anywhere">
			<p className="font-semibold">Not verified yet</p>
			{canVerifyByEmail && (
				<>
					<p>
						Email addresses of {site.college} count. They end in{' '}
						<strong>{formatDomains(collegeDomains)}</strong>.
					</p>
					<p>{nextStep(account)}</p>
				</>
			)}
			<p className="text-ink-soft">
				{`${canVerifyByEmail ? 'No such address? ' : ''}An administrator can verify you: write to `}
				<a
					href={`mailto:${site.supportEmail}`}
					className="font-semibold text-link underline underline-offset-4"
				>
					{site.supportEmail}
				</a>
				.
			</p>
		</div>
	);
}

function nextStep(account: Account): string {
	const unconfirmed = addressToConfirm(account);
	return isCollegeEmail(unconfirmed, account.collegeDomains)
		? `Open the link that we mailed to ${unconfirmed}: then the badge stands beside your name.`
		: 'Enter yours under “Email” on this page, and open the link that we mail to it.';
}

/** '@a.example, @b.example or @c.example' */
function formatDomains(domains: readonly string[]): string {
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(
		domains.map((domain) => `@${domain}`),
	);
}
