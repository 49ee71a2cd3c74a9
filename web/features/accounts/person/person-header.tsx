import { Suspense } from 'react';
import type { ShownPerson } from '#contract/accounts/schemas.ts';
import { PAGES } from '#contract/core/pages.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { replyTimeText } from '#web/features/items/reply-time.ts';
import { formatMonth } from '#web/lib/format.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { PersonReputation } from './person-reputation.tsx';

/** Only for signed-in users, so it is loaded on demand. */
const PersonMenu = lazyOptional(async () => (await import('./person-menu.tsx')).PersonMenu);

/** The top of a person's page: picture, name, facts, reputation and the menu. */
export function PersonHeader({ person }: { person: ShownPerson }) {
	const { hasToken, userId } = useSession();
	const replyTime = replyTimeText(person.replyMinutes);
	const isOwn = hasToken && userId === person.id;

	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-5 tablet:gap-x-6">
			<Avatar
				name={person.userName}
				pictureUrl={person.profilePicUrl && photoUrlAt(person.profilePicUrl, 320)}
				className="size-20 text-2xl tablet:size-28 tablet:text-3xl"
			/>
			<div className="grid min-w-0 flex-1 basis-40 gap-1">
				<PageHeading className="wrap-anywhere">{person.userName}</PageHeading>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft">
					{person.isVerified && <VerifiedBadge className="text-sm" />}
					<span>
						Joined <time dateTime={person.joined.slice(0, 7)}>{formatMonth(person.joined)}</time>
					</span>
					<span className="tabular-nums">{person.onSale} on sale</span>
					<span className="tabular-nums">{person.sold} sold</span>
					{replyTime && <span>{replyTime}</span>}
				</p>
				<PersonReputation person={person} />
			</div>
			{hasToken && !isOwn && (
				<Suspense fallback={<div className="size-11 shrink-0" />}>
					<PersonMenu key={person.id} person={person} />
				</Suspense>
			)}
			{isOwn && (
				<div className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-accent-wash p-4 text-sm tablet:w-auto">
					<p>This is how others see you.</p>
					<ButtonLink size="small" to={PAGES.profile}>
						Go to my profile
					</ButtonLink>
				</div>
			)}
		</div>
	);
}
