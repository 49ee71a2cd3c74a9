import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { PAGES } from '#contract/pages.ts';
import type { OwnAccount } from '#contract/people.ts';
import { photoAt } from '#contract/photo-sizes.ts';
import { formatYear } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { logOut } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { PictureButton } from './picture-button.tsx';
import { RemovePicture } from './remove-picture.tsx';

interface ProfileCardProps {
	profile: OwnAccount;
	uploads: number;
}

/** Who I am on the market, and what I can do about it. */
export function ProfileCard({ profile, uploads }: ProfileCardProps) {
	const [isLeaving, setIsLeaving] = useState(false);

	function leave() {
		setIsLeaving(true);
		logOut().catch(() => setIsLeaving(false));
	}

	return (
		<div className="grid content-start gap-5 self-start rounded-card border border-line bg-surface p-5 wide:sticky wide:top-20">
			<div className="flex flex-wrap items-center gap-4">
				<Avatar
					name={profile.userName}
					pictureUrl={profile.profilePicUrl && photoAt(profile.profilePicUrl, 320)}
					className="size-20 text-2xl wide:size-24"
				/>
				<div className="grid min-w-0 flex-1 basis-40 gap-0.5 wide:basis-full">
					<PageHeading title="My Profile" className="wrap-anywhere">
						@{profile.userName}
					</PageHeading>
					<p className="text-sm text-ink-soft">
						<EmailText address={profile.email ?? profile.phoneNumber ?? ''} />
					</p>
					{profile.isVerified && <VerifiedBadge />}
					<Link
						to={personPath(profile.id)}
						className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-link underline underline-offset-4"
					>
						See my public page
					</Link>
				</div>
			</div>
			<dl className="flex flex-wrap gap-x-8 gap-y-2 border-y border-line py-3">
				<Figure label={uploads === 1 ? 'Upload' : 'Uploads'} figure={String(uploads)} />
				<Figure label="Joined" figure={formatYear(profile.createdAt)} />
			</dl>
			<div className="grid gap-2 tablet:grid-cols-2 wide:grid-cols-1">
				<PictureButton />
				{profile.profilePicUrl && <RemovePicture userId={profile.id} />}
				<ButtonLink to={PAGES.account} className="self-start">
					<Settings aria-hidden="true" className="size-5" />
					Account
				</ButtonLink>
				<Button busy={isLeaving} onClick={leave} className="self-start">
					<LogOut aria-hidden="true" className="size-5" />
					Logout
				</Button>
			</div>
		</div>
	);
}

function Figure({ label, figure }: { label: string; figure: string }) {
	return (
		<div className="flex flex-col-reverse">
			<dt className="text-xs text-ink-soft">{label}</dt>
			<dd className="font-display text-xl font-bold tabular-nums">{figure}</dd>
		</div>
	);
}
