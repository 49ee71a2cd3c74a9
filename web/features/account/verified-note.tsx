import type { Account } from '#contract/account.ts';
import { site } from '#web/lib/site.ts';
import { Section } from '#web/ui/section.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';

/** What the badge is, and how one comes by it. */
export function VerifiedNote({ account }: { account: Account }) {
	return (
		<Section title="Badge" anchor="badge" lead="It tells others that you are a student here.">
			{account.isVerified ? (
				<p className="text-sm">
					<VerifiedBadge className="text-sm" /> stands beside your name, on your items and on your
					public page.
				</p>
			) : (
				<p className="text-sm">
					<VerifiedBadge className="text-sm" /> appears beside your name once you have confirmed an
					email address of {site.college}. An administrator can give it to you as well.
				</p>
			)}
		</Section>
	);
}
