import { Heart, LogOut, Settings } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { formatYear } from '#web/lib/format.ts';
import { logOut } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { focusPageHeading } from '#web/ui/focus-page.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { PictureButton } from './picture-button.tsx';
import { RemovePicture } from './remove-picture.tsx';

interface ProfileCardProps {
	profile: OwnAccount;
	uploads: number;
	sold: number;
}

/** The user's own profile, with buttons for picture, saved items, account and logout. */
export function ProfileCard({ profile, uploads, sold }: ProfileCardProps) {
	const [isLoggingOut, setIsLoggingOut] = useState(false);
	useFocusAfterRemoval(profile.profilePicUrl !== null);

	function handleLogOut() {
		setIsLoggingOut(true);
		logOut().catch(() => setIsLoggingOut(false));
	}

	return (
		<div className="grid gap-4 tablet:flex tablet:flex-wrap tablet:items-start tablet:justify-between">
			<div className="flex min-w-0 flex-wrap items-center gap-4">
				<Avatar
					name={profile.userName}
					pictureUrl={profile.profilePicUrl && photoUrlAt(profile.profilePicUrl, 320)}
					className="size-16 text-xl tablet:size-20 tablet:text-2xl"
				/>
				<div className="grid min-w-0 flex-1 basis-44 gap-0.5">
					<PageHeading title={PAGE_TABLE.profile.label} className="wrap-anywhere">
						@<bdi>{profile.userName}</bdi>
					</PageHeading>
					<p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
						<span className="min-w-0">
							<EmailText address={profile.email ?? profile.phoneNumber ?? ''} />
						</span>
						{profile.isVerified && <VerifiedBadge />}
					</p>
					<dl className="flex flex-wrap gap-x-4 text-sm tabular-nums">
						<Stat
							label={uploads === 1 ? 'Upload' : 'Uploads'}
							value={String(uploads)}
							isNumberFirst
						/>
						<Stat label="Sold" value={String(sold)} isNumberFirst />
						<Stat label="Joined" value={formatYear(profile.createdAt)} />
					</dl>
				</div>
			</div>
			<div className="flex flex-wrap items-start gap-2">
				<PictureButton />
				{profile.profilePicUrl && <RemovePicture />}
				<ButtonLink to={PAGES.saved}>
					<Heart aria-hidden="true" className="size-5" />
					{PAGE_TABLE.saved.label}
				</ButtonLink>
				<ButtonLink to={PAGES.account}>
					<Settings aria-hidden="true" className="size-5" />
					Account
				</ButtonLink>
				<Button busy={isLoggingOut} onClick={handleLogOut}>
					<LogOut aria-hidden="true" className="size-5" />
					Logout
				</Button>
			</div>
		</div>
	);
}

/** Moves the focus when the picture is removed, because the pressed button disappears with it. */
function useFocusAfterRemoval(hasPicture: boolean): void {
	const hadPicture = useRef(hasPicture);

	useEffect(() => {
		if (hadPicture.current && !hasPicture) focusPageHeading();
		hadPicture.current = hasPicture;
	}, [hasPicture]);
}

interface StatProps {
	label: string;
	value: string;
	/** Whether the number comes before its label. */
	isNumberFirst?: boolean;
}

function Stat({ label, value, isNumberFirst = false }: StatProps) {
	return (
		<div className={`flex gap-1.5 ${isNumberFirst ? 'flex-row-reverse' : ''}`}>
			<dt className="text-ink-soft">{label}</dt>
			<dd className="font-semibold">{value}</dd>
		</div>
	);
}
