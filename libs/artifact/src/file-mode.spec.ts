import { fileModeOf } from './file-mode';

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

describe('fileModeOf', () => {
  it.each<[what: string, bytes: Buffer]>([
    ['a script', Buffer.from('#!/bin/sh\n')],
    ['a script with CRLF', Buffer.from('#!/usr/bin/env python3\r\n')],
    ['only #!', Buffer.from('#!')],
    ['ELF', hex('7f454c46 020101')],
    ['Mach-O, 32 bits, big end first', hex('feedface 00000007')],
    ['Mach-O, 64 bits, big end first', hex('feedfacf 01000007')],
    ['Mach-O, 32 bits, little end first', hex('cefaedfe 07000000')],
    ['Mach-O, 64 bits, little end first', hex('cffaedfe 07000001')],
    ['Mach-O for two architectures', hex('cafebabe 00000002')],
    ['Mach-O for 19 architectures', hex('cafebabe 00000013')],
  ])('0755 for %s', (_, bytes) => {
    expect(fileModeOf(bytes)).toBe(0o755);
  });

  it.each<[what: string, bytes: Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['#', Buffer.from('#')],
    ['a heading', Buffer.from('# Steps\n')],
    ['#! on the second line', Buffer.from('\n#!/bin/sh\n')],
    ['#! behind a byte order mark', Buffer.from('\ufeff#!/bin/sh\n')],
    ['a Java class of version 45', hex('cafebabe 0003002d')],
    ['a Java class of version 65', hex('cafebabe 00000041')],
    ['20 architectures, which no Mach-O has', hex('cafebabe 00000014')],
    ['a cut magic number', hex('cafebabe 0000')],
    ['a cut ELF number', hex('7f454c')],
    ['a Windows program', Buffer.from('MZ\u0090')],
    ['text', Buffer.from('echo #!')],
  ])('0644 for %s', (_, bytes) => {
    expect(fileModeOf(bytes)).toBe(0o644);
  });
});
