import { hashPassword } from '#server/lib/passwords.ts';

/** Of everybody that tests make. */
export const PASSWORD = 'chalk and talk';
export const passwordHash = hashPassword(PASSWORD);
