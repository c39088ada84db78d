// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_certificates.h"

#include "core/redis/freed.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace ratewarden::test {
namespace {

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using File = std::unique_ptr<FILE, Freed<fclose>>;

void require(bool done, const char* what)
{
    if (!done)
        throw std::runtime_error(std::string("no test certificates: ") + what);
}

File opened(const std::string& path, const char* mode)
{
    File file(fopen(path.c_str(), mode));
    require(file != nullptr, path.c_str());
    return file;
}

void addExtension(X509* to, X509* issuer, int kind, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
    require(extension && X509_add_ext(to, extension.get(), -1) == 1, value.c_str());
}

Certificate unsignedCertificate(const std::string& name, EVP_PKEY* key, std::chrono::seconds validFor)
{
    static long serial = 0;
    Certificate made(X509_new());
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -7200);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), validFor.count());
    X509_set_pubkey(made.get(), key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    return made;
}

void write(const std::string& path, X509* certificate, EVP_PKEY* key)
{
    require(PEM_write_X509(opened(path + ".pem", "w").get(), certificate) == 1, "writing");
    require(PEM_write_PrivateKey(opened(path + ".key", "w").get(), key, nullptr, nullptr, 0, nullptr,
                                 nullptr) == 1,
            "writing");
}

} // namespace

TestCertificates::TestCertificates()
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate ca = unsignedCertificate("Test CA", key.get(), std::chrono::hours(24));
    X509_set_issuer_name(ca.get(), X509_get_subject_name(ca.get()));
    addExtension(ca.get(), ca.get(), NID_basic_constraints, "critical,CA:TRUE");
    require(X509_sign(ca.get(), key.get(), EVP_sha256()) != 0, "signing");
    write(file("ca"), ca.get(), key.get());
}

void TestCertificates::issue(const std::string& name, const std::string& names,
                             std::chrono::seconds validFor) const
{
    const Certificate ca(PEM_read_X509(opened(caFile(), "r").get(), nullptr, nullptr, nullptr));
    const Key caKey(PEM_read_PrivateKey(opened(file("ca.key"), "r").get(), nullptr, nullptr, nullptr));
    require(ca && caKey, "reading");
    const Key key(EVP_EC_gen("P-256"));
    const Certificate made = unsignedCertificate(name, key.get(), validFor);
    X509_set_issuer_name(made.get(), X509_get_subject_name(ca.get()));
    if (!names.empty())
        addExtension(made.get(), ca.get(), NID_subject_alt_name, names);
    require(X509_sign(made.get(), caKey.get(), EVP_sha256()) != 0, "signing");
    write(file(name.c_str()), made.get(), key.get());
}

} // namespace ratewarden::test
